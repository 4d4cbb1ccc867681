var t="answers ",u=168*36e5;function e(){try{localStorage.removeItem(n())}catch{}}function n(){return t+location.pathname.split("/").slice(0,3).join("/")}e();
