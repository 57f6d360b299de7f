/** Other worlds: each assumption of the world is changed, one at a time. */
import { type Setting, usualSetting } from './play.ts';
import { usual } from './world.ts';

export type Scenario = { readonly name: string; readonly setting: Setting };

const as = (name: string, rules: Partial<typeof usual>, more: Partial<Setting> = {}): Scenario => ({
  name,
  setting: { ...usualSetting({ ...usual, ...rules }), ...more },
});

export const scenarios: readonly Scenario[] = [
  as('the usual world', {}),
  as('no verdict is wrong', { noise: 0 }),
  as('planners keep to blocks half of the time', {}, { obedience: 0.5 }),
  as('planners ignore blocks', {}, { obedience: 0 }),
  as('plans leave out what is done', {}, { leavesOut: true }),
  as('every class is right', { wrongClasses: 0 }),
  as('a quarter of the classes are wrong', { wrongClasses: 0.25 }),
  as('half of the classes are wrong', { wrongClasses: 0.5 }),
  as('judges err again where they erred', { isSticky: true }),
  as('tools and targets do not fail as such', { isStructured: false }),
  as('all that fails, fails only now and then', { flaky: 1 }),
  as('nothing fails by itself', { blockedTargets: 0, blockedMethods: 0 }),
  as('half of the targets are blocked', { blockedTargets: 0.5 }),
  as('a fifth of the tools are right', { rightTools: 0.2 }),
  as('three fifths of the tools are right', { rightTools: 0.6 }),
  as('no wrong tool looks right', { traps: 0 }),
  as('most wrong tools look right', { traps: 0.8 }),
  as('executors succeed at once', { skill: 1 }),
  as('executors need many attempts', { skill: 0.4 }),
  as('goals of one part', { parts: 1 }),
  as('every goal can be reached', { impossible: 0 }),
  as('half of the goals cannot be reached', { impossible: 0.5 }),
  as('planners know tools and targets', { traps: 0, knowsTargets: true, rightTools: 0.5, skill: 0.5 }),
];
