/** What can be expected to fail: its value, or what is wrong with it. */
export type Result<T, E = string> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: E };
