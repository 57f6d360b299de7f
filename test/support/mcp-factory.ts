/** A well-behaved MCP server of both eras, from the protocol's own library. */
import { acceptedContent, inputRequired, McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';

export function modernServer(): McpServer {
  const server = new McpServer({ name: 'modern', version: '1' }, { capabilities: { tools: {} } });
  const outputSchema = z.object({ sum: z.number() });
  server.registerTool(
    'add',
    { description: 'Adds two numbers.', inputSchema: z.object({ a: z.number(), b: z.number() }), outputSchema },
    async ({ a, b }) => ({ content: [{ type: 'text', text: JSON.stringify({ sum: a + b }) }], structuredContent: { sum: a + b } }),
  );
  const sure = z.object({ sure: z.boolean() });
  server.registerTool('ask', { description: 'Asks the person.', inputSchema: z.object({}) }, async (_, context) => {
    const accepted = acceptedContent(context.mcpReq.inputResponses, 'confirm', sure);
    if (accepted) return { content: [{ type: 'text', text: `sure: ${accepted.sure}` }] };
    return inputRequired({ inputRequests: { confirm: inputRequired.elicit({ message: 'Really?', requestedSchema: sure }) } });
  });
  server.registerTool('meta', { description: 'Says what it was told of the call.', inputSchema: z.object({}) }, async (_, context) => ({
    content: [{ type: 'text', text: JSON.stringify(context.mcpReq._meta ?? null) }],
  }));
  server.registerTool('environment', { description: 'Says what it was started with.', inputSchema: z.object({}) }, async () => ({
    content: [{ type: 'text', text: `${process.env.TRACEPARENT} ${process.env.TRACESTATE}` }],
  }));
  return server;
}
