/** The drive that the parts of the page use. */
import { createContext, useContext } from 'react';
import type { Drive } from '../../../app/drive/drive.ts';

const Context = createContext<Drive | undefined>(undefined);

export const DriveProvider = Context.Provider;

/** Throws outside a connected page: that would be a bug. */
export function useDrive(): Drive {
  const drive = useContext(Context);
  if (!drive) throw new Error('no drive is provided here');
  return drive;
}
