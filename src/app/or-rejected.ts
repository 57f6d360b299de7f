/** Turns a throw into a rejected promise, so that callers handle failures in one place. */
export function orRejected<T>(act: () => T | Promise<T>): T | Promise<T> {
  try {
    return act();
  } catch (error) {
    return Promise.reject(error);
  }
}
