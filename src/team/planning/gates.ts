/** What a planner's tasks must have before any agent works on them. Code checks; its findings go back to the planner. Pure. */

import { posix } from 'node:path';
import { isObservable } from '../../roles/r2-planner/observable.ts';
import { criteriaOf, type Task } from '../board/board.ts';
import { dependsOn } from '../board/depends.ts';
import { scopeText } from '../board/scope-text.ts';

/** The fields of a task that the gates read. */
export type Gated = Pick<Task, 'id' | 'description' | 'spec_ref' | 'done_when' | 'depends_on' | 'kind'> &
  Partial<Pick<Task, 'status' | 'superseded_by'>> & { readonly scope?: unknown };

/** The specs that exist, each with the hash of its content. */
export type Specs = { hashOf(path: string): string | undefined; readonly isUnchecked?: boolean };

const maxCriteria = 8;

/** Why this task is not ready; empty if it is. `all` are the tasks on the board, including those planned together with it. */
export function whyNotReady(task: Gated, all: readonly Gated[], specs: Specs): readonly string[] {
  const byId = new Map(all.map((each) => [each.id, each]));
  const criteria = criteriaOf(task);
  return [
    ...specGate(task, specs),
    ...(criteria.length === 0 ? ['done_when is empty'] : []),
    ...(criteria.length > maxCriteria ? [`done_when has ${criteria.length} lines; ${maxCriteria} at most, or make two tasks of it`] : []),
    ...criteria
      .filter((line) => !isObservable(line))
      .map((line) => `done_when must name what can be observed, such as an output or a test that passes; "${line}" does not`),
    ...scopeGate(task.scope),
    ...(task.depends_on ?? []).filter((id) => !byId.has(id)).map((id) => `it depends on ${id}, which does not exist`),
    ...(task.depends_on ?? []).flatMap((id) => whyReplaced(byId.get(id))),
    ...(dependsOn(byId, task.id, task.id) ? ['it depends on itself, through other tasks'] : []),
    ...(onlyAddsTests(task) ? ['it only adds tests: tests belong to the task that brings the code'] : []),
  ];
}

/** The objection to depending on a superseded task, which is never merged, so that the task would wait for ever. */
const whyReplaced = (on: Gated | undefined): readonly string[] =>
  on?.status === 'SUPERSEDED' ? [`it depends on ${on.id}, which was replaced by ${(on.superseded_by ?? []).join(', ')}: name those`] : [];

/** The file that a reference leads to, without its anchor. */
export const specFile = (ref: string): string => posix.normalize(ref.split('#', 1)[0] ?? '');

function specGate({ spec_ref }: Gated, specs: Specs): readonly string[] {
  if (!spec_ref) return ['spec_ref is missing'];
  const file = specFile(spec_ref);
  if (posix.isAbsolute(file) || file.startsWith('..')) return [`spec_ref ${spec_ref} is outside the repository`];
  return specs.isUnchecked || specs.hashOf(file) !== undefined ? [] : [`the spec ${file} is not a file of the repository`];
}

const path = /^(?:\.{0,2}\/)?(?:[\w.@-]+\/)*[\w.@-]+\.[a-z]{1,5}$/i;

/** Objections to a scope: it must say what the task does; files alone only say where. */
function scopeGate(scope: unknown): readonly string[] {
  const text = scopeText(scope);
  const inside = /\bIN\b\s*:?([\s\S]*?)(?=\bOUT\b|$)/.exec(text)?.[1]?.trim();
  if (!inside) return ['scope does not say what is IN'];
  const parts = inside.split(/[\s,;]+/).filter(Boolean);
  return parts.every((part) => path.test(part)) ? ['scope names files only: say what is IN by what it does'] : [];
}

const testsOnly =
  /^\s*(?:please\s+)?(?:add|write|create|extend|improve|increase)\s+(?:more\s+|missing\s+|some\s+|the\s+)?(?:unit\s+|integration\s+|e2e\s+|end-to-end\s+)?(?:tests?|test coverage|test cases?)\b/i;

const onlyAddsTests = ({ kind, description }: Gated): boolean => (kind ?? 'code') === 'code' && testsOnly.test(description ?? '');
