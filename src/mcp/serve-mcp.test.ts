import { clientSuite } from '../../test/support/client-suite.ts';
import { eras, mcpClient } from '../../test/support/mcp-door.ts';

for (const [name, era] of eras)
  clientSuite({ name: `the official MCP client of the ${name} era`, open: (options) => mcpClient(options, era) });
