/** What throws, as a promise that rejects: a caller has one place for failures. */
export function orRejected<T>(act: () => T | Promise<T>): T | Promise<T> {
  try {
    return act();
  } catch (error) {
    return Promise.reject(error);
  }
}
