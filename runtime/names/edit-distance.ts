/** Returns the number of letters to insert, remove, replace or swap with their neighbour (optimal string alignment). */
export function editDistance(left: string, right: string): number {
  const width = right.length + 1;
  let beforeLast = new Uint32Array(width);
  let last = Uint32Array.from({ length: width }, (_, column) => column);
  let current = new Uint32Array(width);
  for (let row = 1; row <= left.length; row += 1) {
    current[0] = row;
    for (let column = 1; column < width; column += 1) {
      const [a, b] = [left.charCodeAt(row - 1), right.charCodeAt(column - 1)];
      let cost = Math.min(last[column]! + 1, current[column - 1]! + 1, last[column - 1]! + (a === b ? 0 : 1));
      const isSwap =
        row > 1 && column > 1 && a === right.charCodeAt(column - 2) && b === left.charCodeAt(row - 2);
      if (isSwap) cost = Math.min(cost, beforeLast[column - 2]! + 1);
      current[column] = cost;
    }
    [beforeLast, last, current] = [last, current, beforeLast];
  }
  return last[right.length]!;
}
