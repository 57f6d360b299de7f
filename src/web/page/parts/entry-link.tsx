/** A link to the journal entry that something comes from. */
import { createContext, type ReactNode, useContext } from 'react';
import { addressOf } from '../state/route.ts';

const Context = createContext('');

/** The task whose entries are linked. */
export const TaskProvider = Context.Provider;

export const useTaskId = (): string => useContext(Context);

export function EntryLink({ seq }: { readonly seq: number }): ReactNode {
  const task = useTaskId();
  return (
    <a className="entry-link" href={addressOf({ view: 'task', task, part: 'journal', seq })} aria-label={`entry ${seq} of the journal`}>
      #{seq}
    </a>
  );
}
