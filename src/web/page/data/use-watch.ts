/** What a watch of the drive told last, as a part of the page follows it. */
import { useCallback, useEffect, useState } from 'react';
import { share } from '../state/share.ts';
import { asError, type Called } from './use-call.ts';

/** Watches while it is shown, and anew when `key` changes or it is asked for again. */
export function useWatch<T>(key: string, watch: (signal: AbortSignal) => AsyncIterable<T>): readonly [Called<T>, again: () => void] {
  const [told, setTold] = useState<{ readonly key: string; readonly is: Called<T> }>({ key, is: { state: 'waiting' } });
  const [times, setTimes] = useState(0);
  const again = useCallback(() => setTimes((before) => before + 1), []);
  // the key says when it is another watch, and `times` when it begins again
  useEffect(() => {
    const closed = new AbortController();
    (async () => {
      for await (const value of watch(closed.signal)) setTold((before) => share(before, { key, is: { state: 'there', value } }));
    })().catch((thrown: unknown) => closed.signal.aborted || setTold({ key, is: { state: 'failed', error: asError(thrown) } }));
    return () => closed.abort();
  }, [key, times]);
  return [told.key === key ? told.is : { state: 'waiting' }, again];
}
