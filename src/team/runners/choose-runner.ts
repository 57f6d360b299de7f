/** Which runner takes an agent's next turn, if the person named several: the first that memory does not advise against (SPEC §13.9). Pure. */

export type ChosenRunner = {
  readonly runner: string;
  /** Runners that would have come first, but are avoided. */
  readonly passedOver: readonly string[];
  /** Whether memory advises against all of them, so that the first takes the turn anyway. */
  readonly isWarned: boolean;
};

/** `runners`: in the person's order. `avoided`: those whose work often failed in this repository. */
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
    : `${runner} takes the turns of ${agent}: in this repository, work by ${passedOver.join(' and ')} has often failed`;

/** The warning for the person if there is no other runner. */
export const warnedWords = (runner: string): string =>
  `in this repository, work by ${runner} has often failed, and there is no other runner: artoo memory shows what happened`;
