/**
 * Makes a value when it is first needed. For values that take about a millisecond to build and that many runs never use: work done while modules load
 * delays every start.
 */
export function lazily<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
