import type { Page } from 'playwright-core';

/** A node of Chromium's accessibility tree, as a screen reader gets it. */
export interface TreeNode {
  readonly role: string;
  readonly name: string;
  readonly description: string;
  /** All text that is read of it and of its children. */
  readonly text: string;
  /** States such as `required`, `invalid` and `live`. */
  readonly states: Readonly<Record<string, unknown>>;
  /** The names of the groups around it, the outermost first. */
  readonly groups: readonly string[];
  /** Part of a control that the browser draws, such as the day of a date. */
  readonly isOfBrowser: boolean;
  readonly domNode: number | undefined;
}

/** Where a node is drawn, in pixels from the upper edge of the page. */
interface NodePosition {
  readonly name: string;
  readonly y: number;
  readonly bottom: number;
}

interface AccessibilityNode {
  readonly nodeId: string;
  readonly ignored: boolean;
  readonly role?: { readonly value?: string };
  readonly name?: { readonly value?: string };
  readonly description?: { readonly value?: string };
  readonly properties?: readonly { readonly name: string; readonly value: { readonly value?: unknown } }[];
  readonly childIds?: readonly string[];
  readonly parentId?: string;
  readonly backendDOMNodeId?: number;
}

/** Resolves with the nodes that are not left out, in the order in which a screen reader walks them. */
export async function accessibilityTree(page: Page): Promise<readonly TreeNode[]> {
  const session = await page.context().newCDPSession(page);
  const { nodes } = (await session.send('Accessibility.getFullAXTree')) as { nodes: readonly AccessibilityNode[] };
  const byId = new Map(nodes.map((node) => [node.nodeId, node]));
  const walked: TreeNode[] = [];
  const walk = (node: AccessibilityNode, groups: readonly string[], isOfBrowser: boolean): void => {
    const role = node.role?.value ?? '';
    const name = node.name?.value ?? '';
    if (!node.ignored) {
      const states = Object.fromEntries((node.properties ?? []).map((one) => [one.name, one.value.value]));
      const domNode = node.backendDOMNodeId;
      const text = role === 'status' ? textIn(node, byId) : '';
      walked.push({
        role,
        name,
        description: node.description?.value ?? '',
        text,
        states,
        groups,
        isOfBrowser,
        domNode,
      });
    }
    const inside = !node.ignored && ['group', 'region', 'radiogroup'].includes(role) ? [...groups, name] : groups;
    for (const id of node.childIds ?? []) {
      const child = byId.get(id);
      if (child) walk(child, inside, isOfBrowser || role === 'Date');
    }
  };
  for (const root of nodes.filter(({ parentId }) => parentId === undefined)) walk(root, [], false);
  await session.detach();
  return walked;
}

function textIn(node: AccessibilityNode, byId: ReadonlyMap<string, AccessibilityNode>): string {
  if (node.role?.value === 'StaticText') return node.name?.value ?? '';
  return (node.childIds ?? [])
    .map((id) => byId.get(id))
    .reduce((text, child) => text + (child ? textIn(child, byId) : ''), '');
}

/** Resolves with where the nodes are drawn, without those that are not. */
export async function positionsOf(page: Page, nodes: readonly TreeNode[]): Promise<readonly NodePosition[]> {
  const session = await page.context().newCDPSession(page);
  const positions = await Promise.all(
    nodes.map(async ({ name, domNode }) => {
      if (domNode === undefined) return [];
      const box = await session.send('DOM.getBoxModel', { backendNodeId: domNode }).catch(() => null);
      const [, y = 0] = box?.model.border ?? [];
      return box === null ? [] : [{ name, y, bottom: y + box.model.height }];
    }),
  );
  await session.detach();
  return positions.flat();
}

const controlRoles = ['textbox', 'Date', 'DateTime', 'radio', 'checkbox', 'button', 'combobox', 'link', 'spinbutton'];

/** Controls that can be filled in or pressed. A date's field has parts of its own, which browsers draw. */
export const controlsOf = (tree: readonly TreeNode[]): readonly TreeNode[] =>
  tree.filter(({ role }) => controlRoles.includes(role));
