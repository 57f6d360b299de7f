/** How the turn of a team's agent is named as a task, and how it is recognized: only its team can continue it. Pure. */

/** The goal of the task. `about`: the team's task; null for a planner. */
export const turnGoal = (agent: string, about: string | null): string => `${agent}: ${about ?? 'plan the work'}`;

/** The name of its plan. */
export const turnSlug = (role: string): string => `team-${role.replace('_', '-')}`;

/** The agent whose turn a task is; undefined for any other task. */
export function agentOfTurn({ goal, slug }: { readonly goal: string; readonly slug: string }): string | undefined {
  const [, agent] = /^((?:planner|coder|code-reviewer)-\d+): \S/.exec(goal) ?? [];
  return agent !== undefined && slug.startsWith(`${agent.replaceAll('-', '_')}_`) ? agent : undefined; // the slug of a given goal is made of its words
}
