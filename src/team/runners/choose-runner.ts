/** Which runner takes the next turn of an agent, where the person named several: the first that memory does not speak against (SPEC §13.9). Pure. */

export type ChosenRunner = {
  readonly runner: string;
  /** Those that would have come first, and are avoided. */
  readonly passedOver: readonly string[];
  /** Memory speaks against all of them: the first takes it all the same. */
  readonly isWarned: boolean;
};

/** `runners`: in the order in which the person wants them. `avoided`: those whose work often came to nothing in this repository. */
export function chooseRunner(runners: readonly string[], avoided: readonly string[]): ChosenRunner {
  const isAvoided = (name: string): boolean => avoided.includes(name);
  const at = runners.findIndex((name) => !isAvoided(name));
  if (at === -1) return { runner: runners[0] ?? '', passedOver: [], isWarned: runners.length > 0 };
  return { runner: runners[at] ?? '', passedOver: runners.slice(0, at), isWarned: false };
}

/** One sentence for people. */
export const chosenWords = (agent: string, { runner, passedOver }: ChosenRunner): string =>
  passedOver.length === 0
    ? `${runner} takes the turns of ${agent}`
    : `${runner} takes the turns of ${agent}: in this repository, work of ${passedOver.join(' and ')} often did not get there`;

/** What the person is told where there is no other. */
export const warnedWords = (runner: string): string =>
  `in this repository, work of ${runner} often did not get there, and there is no other runner: artoo memory show shows why`;
