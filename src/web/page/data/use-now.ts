/** The time, for everything that shows how long something takes. */
import { useEffect, useState } from 'react';

/** In ms; changes once a second while `isMoving`. */
export function useNow(isMoving: boolean): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (!isMoving) return;
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, [isMoving]);
  return now;
}
