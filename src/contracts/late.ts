/** Values that depend on code that is not loaded until a task has started. */

export type Late<T> = {
  /** The value; undefined until it is loaded. */
  now(): T | undefined;
  /** Loads the value once; if that fails, the next caller tries again. */
  load(): Promise<T>;
};

export function late<T>(load: () => Promise<T>): Late<T> {
  let value: { readonly loaded: T } | undefined;
  let loading: Promise<T> | undefined;
  const begin = async () => {
    try {
      const loaded = await load();
      value = { loaded };
      return loaded;
    } finally {
      loading = undefined;
    }
  };
  return {
    now: () => value?.loaded,
    load() {
      if (value) return Promise.resolve(value.loaded);
      loading ??= begin();
      return loading;
    },
  };
}

/** A value that is available from the start. */
export const there = <T>(value: T): Late<T> => ({ now: () => value, load: async () => value });

/** A value made from another as soon as the other is loaded. */
export function madeOf<T, U>(source: Late<T>, make: (value: T) => U): Late<U> {
  let made: { readonly value: U } | undefined;
  const from = (value: T): U => {
    made ??= { value: make(value) };
    return made.value;
  };
  return {
    now() {
      const value = made ? undefined : source.now();
      return made || value === undefined ? made?.value : from(value);
    },
    load: async () => (made ? made.value : from(await source.load())),
  };
}

/** Both values, loaded in sequence. */
export const both = <T, U>(first: Late<T>, second: Late<U>): Late<readonly [T, U]> => ({
  now() {
    const [one, two] = [first.now(), second.now()];
    return one === undefined || two === undefined ? undefined : [one, two];
  },
  load: async () => [await first.load(), await second.load()],
});
