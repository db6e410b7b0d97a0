import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accessibilityTree, controlsOf, positionsOf, type TreeNode } from './support/accessibility-tree.ts';
import { askingCatalogue } from './support/asking-catalogue.ts';
import { type Stage, sendButton, setStage } from './support/stage.ts';
import { openWith } from './support/stub-catalogue.ts';

let stage: Stage;

beforeAll(async () => {
  stage = await setStage();
});

afterAll(() => stage.close());

/** Opens the form, and makes the choices that show all of its questions. */
async function openAsking(options: Parameters<typeof openWith>[2] = {}) {
  const opened = await openWith(stage, askingCatalogue, options);
  await opened.page.getByRole('radio', { name: 'Portrait' }).check();
  await opened.page.getByRole('radio', { name: 'For my business' }).check();
  await opened.page.getByLabel('What will you sell?').waitFor();
  return opened;
}

function named(tree: readonly TreeNode[], role: string, name: string | RegExp): TreeNode {
  const [found, ...others] = tree.filter((node) => node.role === role && node.name.match(name));
  if (!found || others.length > 0) throw new Error(`Not one node is a ${role} named ${name}`);
  return found;
}

const questions = 'A few questions';

/** The controls of the questions: role, name, and the question where that is a group. */
const asked = (tree: readonly TreeNode[]) =>
  controlsOf(tree)
    .filter(({ groups, isOfBrowser }) => groups.includes(questions) && !isOfBrowser)
    .map(({ role, name, groups }) => `${role} ${name}${groups.at(-1) === questions ? '' : ` / ${groups.at(-1)}`}`);

describe('a form in a screen reader', () => {
  it('has role, name and question of each control, whether it is required, and why it is asked', async () => {
    const { page } = await openAsking();
    const tree = await accessibilityTree(page);
    expect(asked(tree)).toEqual([
      'textbox How many figures?',
      'radio For myself / What will you use it for?',
      'radio For my business / What will you use it for?',
      'textbox What will you sell?',
      'checkbox Calm / Which moods? (optional)',
      'checkbox Cheerful / Which moods? (optional)',
      'checkbox Dark / Which moods? (optional)',
      'textbox Tell their story (optional)',
      'Date When do you need it? (optional)',
      'radio Yes / May I show it? (optional)',
      'radio No / May I show it? (optional)',
      'textbox A link to references (optional)',
    ]);
    expect(named(tree, 'textbox', 'How many figures?')).toMatchObject({
      description: 'The price is for each figure.',
      states: { required: true, invalid: 'false' },
    });
    expect(named(tree, 'textbox', 'What will you sell?').states.required).toBe(true);
    expect(named(tree, 'textbox', 'Tell their story').states.required).not.toBe(true);
    expect(named(tree, 'Date', 'When do you need it?').description).toBe('If it is a present, say a day before.');
    expect(named(tree, 'group', 'Which moods?').description).toBe('Choose up to 2.');
    // Chromium does not expose that a checkbox is required. Optional ones say so in their name.
    expect(named(tree, 'checkbox', /^I agree: Terms of service$/)).toBeTruthy();
    expect(named(tree, 'radio', 'Portrait').description).toContain('from €120');
  });

  it('is in the order in which it is seen, on a phone and in a wide window', async () => {
    const { page } = await openAsking();
    for (const width of [360, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      const tree = await accessibilityTree(page);
      // The bar that sends may stay at the foot of the window.
      const fields = controlsOf(tree).filter(({ role, groups }) => role !== 'button' && groups.length > 0);
      const positions = await positionsOf(page, fields);
      expect(positions.length).toBeGreaterThan(20);
      const earlier = positions.filter((one, at) => {
        const before = positions[at - 1];
        return before !== undefined && one.bottom <= before.y;
      });
      expect(
        earlier.map(({ name }) => name),
        `${width} pixels`,
      ).toEqual([]);
    }
  });

  it('has a question that appears right after the answer that it waits for', async () => {
    const { page } = await openWith(stage, askingCatalogue);
    await page.getByRole('radio', { name: 'For myself' }).check();
    expect(asked(await accessibilityTree(page)).join()).not.toContain('What will you sell?');
    await page.keyboard.press('ArrowDown');
    await page.getByLabel('What will you sell?').waitFor();
    await page.keyboard.press('Tab');
    expect(named(await accessibilityTree(page), 'textbox', 'What will you sell?').states.focused).toBe(true);
  });

  it('announces the total politely, as one sentence', async () => {
    const { page } = await openAsking();
    const total = async () =>
      (await accessibilityTree(page)).find(({ role, text }) => role === 'status' && /€/.test(text));
    expect(await total()).toMatchObject({ text: 'Estimate from €120', states: { live: 'polite', atomic: true } });
    await page.getByRole('radio', { name: 'Full figure' }).check();
    await expect.poll(async () => (await total())?.text).toBe('Estimate from €180');
  });

  it('names the fault of each control, and leads there from the list of faults', async () => {
    const { page } = await openAsking();
    await page.getByLabel('A link to references').fill('two words');
    await sendButton(page).click();
    await page.getByRole('region', { name: /need your attention/ }).waitFor();
    const tree = await accessibilityTree(page);
    expect(named(tree, 'region', /need your attention/).states.focused).toBe(true);
    for (const [role, name, error] of [
      ['textbox', 'How many figures?', 'Please fill this in.'],
      ['textbox', 'What will you sell?', 'Please fill this in.'],
      ['textbox', 'A link to references', 'Please enter a complete address'],
      ['textbox', 'Message', 'Please fill this in.'],
      ['checkbox', 'I agree: Terms of service', 'Please agree to the terms to send.'],
    ] as const) {
      const node = named(tree, role, name);
      expect(node.description, name).toContain(error);
      expect(node.states.invalid, name).toBe('true');
    }
    const links = tree.filter(({ role, groups }) => role === 'link' && /attention/.test(groups.at(-1) ?? ''));
    expect(links.map(({ name }) => name)).toHaveLength(7);
    await page.getByRole('link', { name: 'Terms of service', exact: true }).press('Enter');
    expect(named(await accessibilityTree(page), 'checkbox', 'I agree: Terms of service').states.focused).toBe(true);
  });
});
