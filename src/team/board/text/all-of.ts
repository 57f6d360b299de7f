/** The results of `make` for all items; undefined if it returns none for one of them. */
export function allOf<From, To>(from: readonly From[], make: (each: From, at: number) => To | undefined): readonly To[] | undefined {
  const all: To[] = [];
  for (const [at, each] of from.entries()) {
    const made = make(each, at);
    if (made === undefined) return undefined;
    all.push(made);
  }
  return all;
}
