/** The end of a task id that artoo made, which is enough to name the task; any other id as it is. Pure. */
export const shortId = (id: string): string => /^\d{8}-\d{9}-([0-9a-v]{8})$/.exec(id)?.[1] ?? id;
