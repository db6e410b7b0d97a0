import { idParams, nothing } from '../../../platform/shapes/values.ts';
import { type Block, blockList, newBlock, shownBlock } from '../../../triage/guard/block-shape.ts';
import { isSharedDomain } from '../../../triage/guard/shared-domains.ts';
import { apiPath } from '../access/permissions.ts';
import { actorOf } from '../access/principal.ts';
import type { OperatorParts, OperatorScope } from '../parts/operator-parts.ts';
import { problems } from '../problems/problem.ts';
import { problemResponses } from '../schemas/problem.ts';

const tags = ['Guard'];

/** Adds routes for blocked senders. */
export async function addBlockRoutes(app: OperatorScope, { triage: { blocks } }: OperatorParts): Promise<void> {
  app.get(
    `${apiPath}/blocks`,
    {
      schema: {
        operationId: 'listBlocks',
        summary: 'List blocked senders, the newest first',
        tags,
        response: { 200: blockList, ...problemResponses(401, 503) },
      },
    },
    async () => ({ items: (await blocks.list()).map(shown) }),
  );

  app.post(
    `${apiPath}/blocks`,
    {
      schema: {
        operationId: 'addBlock',
        summary: 'Block a sender',
        description:
          'By a value, or by a request whose sender it is. Other spellings of an address are blocked too: case, dots, what follows a plus, ' +
          'punycode. A domain includes all below it. A network is of IPv4 from /8 to /32, of IPv6 from /16 to /64, or one address. A second block of the same value replaces the first. It acts while the guard holds.',
        tags,
        body: newBlock,
        response: { 201: shownBlock, ...problemResponses(400, 401, 403, 404, 409, 413, 415, 422, 503) },
      },
    },
    async (request, reply) => {
      const made = await blocks.add(request.body, actorOf(request));
      if (made === 'request-missing') throw problems.notFound();
      if (made === 'not-a-value') throw problems.notBlockable(request.body.kind);
      if (made === 'unknown-of-request') throw problems.unknownOfRequest();
      reply.code(201);
      return shown(made);
    },
  );

  app.delete(
    `${apiPath}/blocks/:id`,
    {
      schema: {
        operationId: 'removeBlock',
        summary: 'Remove a block',
        tags,
        params: idParams,
        response: { 204: nothing, ...problemResponses(401, 403, 404, 503) },
      },
    },
    async (request, reply) => {
      if ((await blocks.remove(request.params.id, actorOf(request))) === 'missing') throw problems.notFound();
      return reply.code(204).send();
    },
  );
}

function shown(block: Block) {
  return { ...block, isShared: block.kind === 'domain' && block.value !== null && isSharedDomain(block.value) };
}
