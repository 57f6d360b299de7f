import { expect, test } from 'vitest';
import { late } from '../../contracts/late.ts';
import type { Role, RoleFactory } from '../../roles/role.ts';
import { lateRoles } from './late-roles.ts';
import type { rolesWith } from './work.ts';

type Roles = ReturnType<typeof rolesWith>;
const settings = {} as Parameters<RoleFactory>[0]; // these roles use no settings

/** Answers every TaskSpec with the number of those it has received. */
const counting = (id: Role['id']): RoleFactory => {
  return () => {
    let had = 0;
    return {
      id,
      on: {
        async *TaskSpec() {
          had += 1;
          yield had as never; // not used here
        },
      },
    };
  };
};

async function said(role: Role | undefined, type: 'TaskSpec' | 'Cancel'): Promise<readonly unknown[]> {
  const handler = role?.on[type] as ((message: never, context: never) => AsyncIterable<unknown>) | undefined; // called with empty values, which it does not use
  const drafts: unknown[] = [];
  for await (const draft of handler?.({} as never, {} as never) ?? []) drafts.push(draft);
  return drafts;
}

test('a role is created when its first message comes, keeps its state, and ignores messages that it does not handle', async () => {
  const roles = { R2: counting('R2'), R3: counting('R3'), R4a: counting('R4a'), R4b: counting('R4b'), R7: counting('R7') } as Roles;
  let loads = 0;
  const loaded = late(async () => {
    loads += 1;
    return roles;
  });
  const [planner, , , , solver] = lateRoles(loaded).map((make) => make(settings));
  expect([planner?.id, solver?.id, loads]).toEqual(['R2', 'R7', 0]);
  expect([await said(planner, 'TaskSpec'), await said(planner, 'TaskSpec'), await said(solver, 'TaskSpec')]).toEqual([[1], [2], [1]]);
  expect(await said(solver, 'Cancel')).toEqual([]);
  expect(loads).toBe(1);
  const [again] = lateRoles(loaded).map((make) => make(settings));
  expect(await said(again, 'TaskSpec')).toEqual([1]);
});
