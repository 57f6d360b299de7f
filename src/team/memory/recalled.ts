/**
 * What memory is asked before a plan or a coder's turn, and which part of the answer enters the prompt, as data and never as an instruction. Pure.
 */

import type { MemoryQuery, MemoryRecall } from '../../contracts/memory.ts';
import { calibrate } from '../../memory/recall/calibrate.ts';
import { pathEntity, targetOf, targetsIn } from '../../memory/recall/targets.ts';
import { type Board, criteriaOf, type Task } from '../board/board.ts';
import { scopeText } from '../board/scope-text.ts';
import { blockersOf } from '../review/verdict.ts';
import { runnerEntity, specEntity, teamSpace } from './lessons.ts';

/** How many files of a task are asked about. */
const maxPaths = 20;

/** The tags of these tasks' specs and scopes; without tasks, of the goal's spec. */
export function queryFor(board: Pick<Board, 'goal'>, tasks: readonly Task[], repository: string): MemoryQuery {
  const specs = tasks.length > 0 ? tasks.map(({ spec_ref }) => spec_ref) : [board.goal.spec_ref];
  const paths = tasks.flatMap(pathsOf).slice(0, maxPaths);
  const entities = new Set([...specs.flatMap((spec) => (spec ? [specEntity(spec)] : [])), ...paths.map(pathEntity)]);
  return asked([...entities], repository);
}

/** What is known about a runner's work. */
export const runnerQuery = (runner: string, repository: string): MemoryQuery => asked([runnerEntity(runner)], repository);

const asked = (entities: readonly string[], repository: string): MemoryQuery => ({
  tags: entities.map((entity) => ({ space: teamSpace(repository), entity })),
  learnt_in: repository,
});

/** The files that a task names, and those that its reviews mention. */
function pathsOf(task: Task): readonly string[] {
  const { description, scope, rejection_reason } = task;
  const said = [description ?? '', scopeText(scope), ...criteriaOf(task)].join('\n');
  return [...blockersOf(rejection_reason ?? '').map(({ file }) => file), ...targetsIn(said, maxPaths)];
}

/** Headings by what the memories are about. Those about a file are what reviews found in it, whatever the outcome. */
const headings = {
  'MUST NOT': 'went wrong',
  'SHOULD PREFER': 'went well',
  CAUTION: 'sometimes went well, sometimes wrong',
  NOTE: 'noted',
} as const;

/** At most ten lines from memory (SPEC §6): rules, and what the evidence shows, the clearest first. */
export const linesOf = (recall: MemoryRecall, repository: string): readonly string[] =>
  calibrate(recall, { tools: [], project: repository }).entries.map(
    ({ kind, entity, text }) => `${targetOf(entity) === undefined ? headings[kind] : 'found in review'}: ${text}`,
  );

/** Whether memory advises against what was asked about. */
export const isAvoided = ({ potentials }: MemoryRecall): boolean => potentials.some(({ action }) => action === 'Avoid');
