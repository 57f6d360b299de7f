/** Programs that say nothing about how work was done: they wait, do nothing, or only run another program. Pure. */

const idle: ReadonlySet<string> = new Set([
  ...['sleep', 'usleep', 'true', 'false', 'yes', 'clear', 'reset', 'tput', 'stty'],
  ...['env', 'nohup', 'time', 'timeout', 'nice', 'ionice', 'setsid', 'stdbuf'],
]);

/** Whether a tool, as lessons and directives name it (`shell:sleep`), is such a program. */
export const isIdle = (tool: string): boolean => tool.includes(':') && idle.has(tool.slice(tool.lastIndexOf(':') + 1));
