/**
 * Returns the network by which limits count an address: an IPv4 address itself, or the IPv6 /64, which usually belongs to one
 * subscriber. All notations of an address return the same text.
 */
export function findNetwork(address: string): string {
  // An IPv6 zone is meaningful on this machine only.
  const bare = address.replace(/%.*$/, "");
  if (!bare.includes(":") || !URL.canParse(`http://[${bare}]`)) return address;
  // The last 32 bits may be in IPv4 notation.
  const [head = "", tail] = bare.replace(/[\d.]+\.\d+$/, "0:0").split("::");
  const [left, right] = [parseGroups(head), parseGroups(tail ?? "")];
  const zeros = tail === undefined ? [] : new Array<string>(8 - left.length - right.length).fill("0");
  const network = [...left, ...zeros, ...right].slice(0, 4);
  return `${network.map((group) => Number.parseInt(group, 16).toString(16)).join(":")}::/64`;
}

function parseGroups(text: string): readonly string[] {
  return text === "" ? [] : text.split(":");
}
