/** Which task a memory is from: R7 derives their ids from the task's. One of another origin stands for itself. */
export const taskOf = (id: string): string => /^(.+)-m\d+$/.exec(id)?.[1] ?? id;
