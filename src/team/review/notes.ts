/** The facts about a commit in words, for the reviewer, and those that the board keeps. Pure. */
import { delimited } from '../../roles/prompting/delimited.ts';
import type { Board } from '../board/board.ts';
import { boardTime } from '../board/time.ts';
import type { ReviewNotes } from '../prompts/reviewer.ts';
import type { CommandRun, CommitFacts, SpecFact } from './commit-facts.ts';

/** The facts that a reviewer sees. */
export const notesOf = (facts: CommitFacts): ReviewNotes => ({
  diff: facts.diff,
  facts: [...specNotes(facts.spec), checkpointNote(facts), ...testNotes(facts), ...runNotes(facts)],
});

function specNotes(spec: SpecFact): readonly string[] {
  if (spec.state === 'changed') return [`The spec ${named(spec.file)} changed since the task was finalized. The current version counts.`];
  return spec.state === 'gone' ? [`The spec ${named(spec.file)} no longer exists.`] : [];
}

const checkpointNote = ({ beyondCheckpoint }: CommitFacts): string =>
  beyondCheckpoint.length === 0
    ? 'Every changed file is one that the checkpoints of this work name.'
    : `Changed, and not named by any checkpoint of this work: ${listed(beyondCheckpoint)}.`;

function testNotes({ tests: { added, changed, removed } }: CommitFacts): readonly string[] {
  return [
    added.length + changed.length === 0 ? 'No test file was added or changed.' : `New or changed tests: ${listed([...added, ...changed])}.`,
    ...(changed.length > 0 ? [`Tests that existed before and are different now: ${listed(changed)}.`] : []),
    ...(removed.length > 0 ? [`Tests that were removed: ${listed(removed)}.`] : []),
  ];
}

function runNotes({ test, testOnBase }: CommitFacts): readonly string[] {
  if (!test) return ['There is no test command.'];
  return [
    `At this commit, ${ended(test)}.${shownOutput(test)}`,
    ...(testOnBase ? [`With the new tests on the base commit, ${ended(testOnBase)}${meaning(testOnBase)}${shownOutput(testOnBase)}`] : []),
  ];
}

const ended = ({ command, exit, isCutOff }: CommandRun): string =>
  isCutOff ? `${named(command)} did not end within its time limit` : `${named(command)} ended with ${exit}`;

function meaning({ exit, isCutOff }: CommandRun): string {
  if (isCutOff) return '.';
  if (exit === 126 || exit === 127) return ': it could not be run on that commit, which says nothing about the tests.';
  return exit === 0 ? ': the new tests pass without the change, so they do not test it.' : ', as it should.';
}

const shownCharacters = 2_000;
const shownOutput = ({ output }: CommandRun): string => {
  const tail = output.trimEnd().slice(-shownCharacters);
  return tail === '' ? ' It printed nothing.' : ` The end of its output:\n${delimited('output', tail)}`;
};

const shownNames = 20;
const listed = (names: readonly string[]): string =>
  [...names.slice(0, shownNames).map(named), ...(names.length > shownNames ? [`${names.length - shownNames} more`] : [])].join(', ');

/** A name that could be read as more than a name, because of line breaks or marks in it, is quoted. */
const named = (name: string): string =>
  /^[\w@./ +:=-]{1,200}$/.test(name) ? name : JSON.stringify(name.slice(0, 200)).replaceAll('<', '\\u003c');

/** The board with a note that the spec of a task has changed; the same board if that is already noted or nothing changed. */
export function noteSpecChange(board: Board, task: string, spec: SpecFact, now: Date): Board {
  if (spec.state !== 'changed' && spec.state !== 'gone') return board;
  const change =
    spec.state === 'gone' ? `removed since ${task} was finalized` : `${short(spec.was)} when ${task} was finalized, ${short(spec.is)} now`;
  const before = board.spec_changes ?? [];
  if (before.some((each) => each.spec === spec.file && each.change === change)) return board;
  return { ...board, spec_changes: [...before, { timestamp: boardTime(now), spec: spec.file, change, triggered_by: task }] };
}

const short = (hash: string): string => hash.slice(0, 12);
