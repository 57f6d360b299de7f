/** The latest item of a watch of the drive, for a part of the page that follows it. */
import { useCallback, useEffect, useState } from 'react';
import { share } from '../state/share-structure.ts';
import { asError, type Called } from './use-call.ts';

/** Watches while the part is shown, and starts again when `key` changes or on request. */
export function useWatch<T>(key: string, watch: (signal: AbortSignal) => AsyncIterable<T>): readonly [Called<T>, again: () => void] {
  const [told, setTold] = useState<{ readonly key: string; readonly is: Called<T> }>({ key, is: { state: 'waiting' } });
  const [times, setTimes] = useState(0);
  const again = useCallback(() => setTimes((before) => before + 1), []);
  // `key` changes with the watch, and `times` with each restart
  useEffect(() => {
    const closed = new AbortController();
    (async () => {
      for await (const value of watch(closed.signal)) setTold((before) => share(before, { key, is: { state: 'there', value } }));
    })().catch((thrown: unknown) => closed.signal.aborted || setTold({ key, is: { state: 'failed', error: asError(thrown) } }));
    return () => closed.abort();
  }, [key, times]);
  return [told.key === key ? told.is : { state: 'waiting' }, again];
}
