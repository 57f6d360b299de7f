/** The answer to a call of the drive, for a part of the page that shows it. */
import { useCallback, useEffect, useState } from 'react';
import { ArtooError } from '../../../contracts/errors.ts';
import { share } from '../state/share-structure.ts';

export type Called<T> =
  | { readonly state: 'waiting'; readonly value?: T }
  | { readonly state: 'there'; readonly value: T }
  | { readonly state: 'failed'; readonly error: ArtooError; readonly value?: T };

/** Calls when first shown and whenever `key` changes; `again` calls once more. The old answer stays until the next one arrives. */
export function useCall<T>(key: string, call: () => Promise<T>): readonly [Called<T>, again: () => void] {
  const [called, setCalled] = useState<{ readonly key: string; readonly is: Called<T> }>({ key, is: { state: 'waiting' } });
  const [times, setTimes] = useState(0);
  const again = useCallback(() => setTimes((before) => before + 1), []);
  // `key` changes with the call, and `times` with each repetition
  useEffect(() => {
    let isOld = false;
    call().then(
      (value) => isOld || setCalled((before) => share(before, { key, is: { state: 'there', value } })),
      (thrown: unknown) => isOld || setCalled((before) => ({ key, is: { ...kept(before.is), state: 'failed', error: asError(thrown) } })),
    );
    return () => {
      isOld = true;
    };
  }, [key, times]);
  return [called.key === key ? called.is : { state: 'waiting' }, again];
}

const kept = <T>({ value }: Called<T>): { value?: T } => (value === undefined ? {} : { value });

/** The value that was thrown, as an error with a code. */
export const asError = (thrown: unknown): ArtooError =>
  thrown instanceof ArtooError ? thrown : new ArtooError('handler_failed', thrown instanceof Error ? thrown.message : String(thrown));
