/** The code that a bus needs, loaded together when the first bus is named. */
export { openBus } from '../../cluster/bus.ts';
export { openTaskLogs } from '../../cluster/log/task-logs.ts';
export { dataFolderId } from '../../cluster/owners/data-folder.ts';
export { needStreams, streamCreated } from '../../cluster/streams.ts';
