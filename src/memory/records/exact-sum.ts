/** Error-free addition (Knuth): a sum in two numbers, the second of which is what rounding took from the first. */
export function addExactly(sum: number, rest: number, term: number): [sum: number, rest: number] {
  const rough = sum + term;
  const part = rough - sum;
  const lost = rest + (sum - (rough - part) + (term - part));
  const rounded = rough + lost;
  return [rounded, lost - (rounded - rough)];
}
