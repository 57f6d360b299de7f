/** Names on the board: those of tasks also name folders and branches, and an agent's id gives its role. Pure. */

export const roles = ['planner', 'coder', 'code_reviewer'] as const;
export type TeamRole = (typeof roles)[number];

const taskId = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;
const agentId = /^(coder|code-reviewer|planner)-\d+$/;

/** Whether a text can be the id of a task: a folder and a branch are named after it, and git refuses branches that end with `.lock`. */
export const isTaskId = (id: string): boolean => taskId.test(id) && !id.includes('..') && !/\.(?:lock)?$/.test(id);

/** The role that an agent's id names; undefined if it names none. */
export function roleOf(agent: string): TeamRole | undefined {
  const [, prefix] = agentId.exec(agent) ?? [];
  return prefix === undefined ? undefined : readRole(prefix);
}

/** A role in any spelling: `code_reviewer`, `Code Reviewer` and `code-reviewer` are all accepted. */
export function readRole(text: string): TeamRole | undefined {
  const folded = text
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/g, '_');
  return roles.find((role) => role === folded);
}

/** The id of the agent with this number. */
export const agentIdOf = (role: TeamRole, number: number): string => `${role.replace('_', '-')}-${number}`;
