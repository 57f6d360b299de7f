import { expect, test } from 'vitest';
import type { TaskId } from '../../contracts/ids.ts';
import { filterFor, type TaskFilter } from './task-filter.ts';

const started = '2026-11-01T12:00:00.000Z';
const known = { task_id: 'Task-7' as TaskId, started, goal: 'Sort the NOTES über', slug: 'sort_notes' };
const ended = { ...known, state: 'ended', directive: 'abandon', reason: 'cancelled' } as const;
const running = { ...known, state: 'running' } as const;
const unfinished = { ...known, state: 'unfinished', stopped: started, halted: null } as const;
const unreadable = { task_id: known.task_id, state: 'unreadable', wrong: 'sort' } as const;
const noon = Date.parse(started);

test.each<[TaskFilter, readonly (typeof ended | typeof running | typeof unfinished | typeof unreadable)[]]>([
  [{}, [ended, running, unfinished, unreadable]],
  [{ state: ['ended'] }, [ended]],
  [{ state: ['abandon'] }, [ended]],
  [{ state: ['cancelled'] }, [ended]],
  [{ state: ['accept'] }, []],
  [{ state: ['running'] }, [running]],
  [{ state: ['unfinished'] }, [unfinished]],
  [{ state: ['unreadable'] }, [unreadable]],
  [{ state: ['running', 'cancelled'] }, [ended, running]],
  [{ state: ['halted'] }, []],
  [{ ids: new Set() }, []],
  [{ ids: new Set([known.task_id]) }, [ended, running, unfinished, unreadable]],
  [{ text: '' }, [ended, running, unfinished, unreadable]],
  [{ text: 'notes' }, [ended, running, unfinished]],
  [{ text: '  SORT   notes ' }, [ended, running, unfinished]],
  [{ text: 'u\u0308ber' }, [ended, running, unfinished]],
  [{ text: 'sort_n' }, [ended, running, unfinished]],
  [{ text: 'task-7' }, [ended, running, unfinished, unreadable]],
  [{ text: 'sort mail' }, []],
  [{ text: 'notes task' }, [ended, running, unfinished]],
  [{ since: noon }, [ended, running, unfinished, unreadable]],
  [{ since: noon + 1 }, [unreadable]],
  [{ until: noon }, [unreadable]],
  [{ until: noon + 1 }, [ended, running, unfinished, unreadable]],
  [{ since: noon, until: noon + 1, state: ['ended'], text: 'sort' }, [ended]],
])('%j takes', (filter, wanted) => {
  expect([ended, running, unfinished, unreadable].filter(filterFor(filter))).toEqual(wanted);
});
