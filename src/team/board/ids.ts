/** Names on the board: they become folders and branches, and say which role an agent has. Pure. */

export const roles = ['planner', 'coder', 'code_reviewer'] as const;
export type TeamRole = (typeof roles)[number];

const taskId = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;
const agentId = /^(coder|code-reviewer|planner)-\d+$/;

/** Whether it can name a task: a folder and a branch are called so, and git refuses a branch that ends with `.lock`. */
export const isTaskId = (id: string): boolean => taskId.test(id) && !id.includes('..') && !/\.(?:lock)?$/.test(id);

/** The role that an agent's id names; undefined where it names none. */
export function roleOf(agent: string): TeamRole | undefined {
  const [, prefix] = agentId.exec(agent) ?? [];
  return prefix === undefined ? undefined : readRole(prefix);
}

/** A role, however it is written: `code_reviewer`, `Code Reviewer` and `code-reviewer` are one. */
export function readRole(text: string): TeamRole | undefined {
  const folded = text
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/g, '_');
  return roles.find((role) => role === folded);
}

/** The id of the agent with this number. */
export const agentIdOf = (role: TeamRole, number: number): string => `${role.replace('_', '-')}-${number}`;
