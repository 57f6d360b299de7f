/** When a sub-task runs: those of one group in parallel, groups one after another. Pure. */

type Sequenced = { readonly sequence: number };

/** Empty if the order is not worth mentioning. */
export function orderOf(subtasks: readonly Sequenced[], at: number): string {
  const [group, before] = [subtasks[at]?.sequence, subtasks[at - 1]?.sequence];
  const isLater = before !== undefined && before !== group;
  const isShared = subtasks.filter(({ sequence }) => sequence === group).length > 1;
  return [...(isLater ? ['after that'] : []), ...(isShared ? ['in parallel'] : [])].join(', ');
}
