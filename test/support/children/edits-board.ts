/** Edits a board as shell scripts do with a YAML tool: parses all of it, changes it, and writes it over in place, with its keys in another order. Arguments: the file, the time, a number. */
import { readFileSync, writeFileSync } from 'node:fs';
import { parse, stringify } from 'yaml';

const [, , path = '', time = '', number = '0'] = process.argv;
type Loose = Record<string, unknown>;
const board = parse(readFileSync(path, 'utf8')) as {
  tasks: Loose[];
  human_notes?: Loose[];
  anomalies?: Loose[];
  sprint: { scope: { planned: string[] } };
};
board.human_notes = [...(board.human_notes ?? []), { message: `note ${number}`, timestamp: time, for: 'nobody' }];
const details = { debt_created: false, why: `reason ${number}`, what: `${'abcdefgh'[Number(number) % 8]}`.repeat(12) };
board.anomalies = [...(board.anomalies ?? []), { details, type: 'trade_off', logged_by: 'coder-1', task_id: 't1', timestamp: time }];
if (number === '2') {
  const [first] = board.tasks;
  board.tasks.push({
    scope: 'IN: more',
    status: 'UNCLAIMED',
    done_when: 'more prints more',
    ...{ spec_ref: first?.spec_ref, created: time },
    priority: 3,
    description: 'More',
    id: 's1',
    kind: 'docs',
  });
  board.sprint.scope.planned.push('s1');
}
writeFileSync(
  path,
  stringify(board, { sortMapEntries: Number(number) % 2 === 0, defaultStringType: 'QUOTE_DOUBLE', defaultKeyType: 'PLAIN' }),
);
