/**
 * Reads `text/event-stream` (WHATWG HTML, section 9.2) as it arrives and reports the data of each event. Comments,
 * ids, retry times and events without data are dropped: servers send an event without data to announce its id (MCP
 * 2025-11-25, Transports, Sending Messages to the Server).
 */
export function makeEventReader(onData: (data: string) => void): (chunk: string) => void {
  let rest = "";
  let data: string[] = [];
  return (chunk) => {
    rest += chunk;
    // A line break may be split between chunks: whether   follows a last \r is not known yet.
    const lines = rest.split(/\r\n|\n|\r(?!$)/);
    rest = lines.pop() ?? "";
    for (const line of lines) readLine(line);
  };

  function readLine(line: string): void {
    if (line === "") {
      if (data.some((line) => line !== "")) onData(data.join("\n"));
      data = [];
    } else if (line === "data" || line.startsWith("data:")) {
      data.push(line.slice(5).replace(/^ /, ""));
    }
  }
}
