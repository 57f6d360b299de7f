/** Makes a value when it is first asked for. For what takes a millisecond to build and many starts never use: everything built while modules load delays every start. */
export function lazily<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
