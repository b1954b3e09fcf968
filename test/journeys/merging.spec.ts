import { expect, test, type APIRequestContext, type Page } from '@playwright/test';
import { violationsOn } from './accessibility.ts';
import {
  ricUrl,
  ADMIN,
  AGENT,
  getFromApi,
  signInHeaders,
  holdCallsBack,
  loseAnswer,
  signIn,
  tabTo,
} from './actions.ts';

/** Creates two records of one person; the first is older, and the second has more data. */
async function twoOfOne(request: APIRequestContext) {
  const headers = await signInHeaders(request, ADMIN);
  const name = `Twice${Date.now().toString(26).replaceAll(/\d/g, 'x')}`;
  const email = `${name.toLowerCase()}@golf.example`;
  const make = async (customer: object): Promise<number> => {
    const data = { customer: { last_name: name, ...customer, ignore_duplicate: true } };
    const answer = await request.post(ricUrl('/api/customers'), { headers, data });
    expect(answer.status()).toBe(200);
    const { id }: { id: number } = await answer.json();
    return id;
  };
  const older = await make({ first_name: 'Wilhelmina', email });
  const younger = await make({
    first_name: 'Billie',
    email: email.toUpperCase(),
    city: 'Vista',
    postcode: '92081',
  });
  return { older, younger, name, email };
}

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Merge two customers' });

test('an admin is told of a double, compares both by keys alone, and merges them', async ({
  page,
  request,
}) => {
  const { older, younger, name } = await twoOfOne(request);
  await signIn(page, ADMIN);
  const missing: string[] = [];
  page.on('response', (answer) => answer.status() === 404 && missing.push(answer.url()));
  await page.goto(ricUrl(`/manage-customer/${younger}`));
  const hint = page.getByText('Looks like the same person as');
  await expect(hint).toContainText(`Wilhelmina ${name} (the same e-mail)`);
  await tabTo(page, page.getByRole('button', { name: `Compare with Wilhelmina ${name}, customer ${older}` }));
  await page.keyboard.press('Enter');
  const dialog = dialogOf(page);
  // The older record stays, unless the person chooses the other one.
  await expect(dialog.getByRole('radio', { name: `Wilhelmina ${name} stays` })).toBeFocused();
  await expect(dialog.getByRole('radio', { name: `Wilhelmina ${name} stays` })).toBeChecked();
  await expect(dialog.getByRole('radio', { name: 'First Name: Wilhelmina' })).toBeChecked();
  // A value that only one of the two records has is kept.
  await expect(dialog.getByRole('radio', { name: 'City: Vista' })).toBeChecked();
  expect(await violationsOn(page)).toEqual([]);
  await page.keyboard.press('Tab');
  await expect(dialog.getByRole('radio', { name: 'First Name: Wilhelmina' })).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(dialog.getByRole('radio', { name: 'First Name: Billie' })).toBeChecked();
  await tabTo(page, dialog.getByRole('button', { name: `Merge customer ${younger} into ${older}` }));
  const answer = await holdCallsBack(page, '**/api/customer_merges');
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('button', { name: 'Please wait...' })).toBeVisible();
  // The dialog cannot be closed while the merge is running, because nobody would learn the outcome.
  await page.keyboard.press('Escape');
  await expect(dialog).toBeVisible();
  answer();
  await page.waitForURL(ricUrl(`/manage-customer/${older}`));
  await expect(page.getByRole('heading', { level: 1 })).toContainText(`Billie ${name}`);
  const history = page.getByRole('region', { name: 'History' });
  await expect(history).toContainText(`merged customer ${younger}, Billie ${name}, into this one`);
  await expect(history).toContainText(`merged it into this one, as it was here (customer ${younger})`);
  await expect(page.getByText('Looks like the same person as')).toBeHidden();
  expect(missing).toEqual([]);

  // The address of the merged record leads to the remaining one, for agents too; so does its number in the search.
  await page.goto(ricUrl(`/manage-customer/${younger}`));
  await page.waitForURL(ricUrl(`/manage-customer/${older}`));
  await expect(page.getByRole('heading', { level: 1 })).toContainText(`Billie ${name}`);
  await page.keyboard.press('Control+k');
  await page.keyboard.type(String(younger));
  await expect(page.getByRole('option', { name: new RegExp(`^Billie ${name}`) })).toBeVisible();
});

test('any other customer is found by typing; who is merged meanwhile is said, and nothing is done', async ({
  page,
  request,
}) => {
  const { older, younger, name, email } = await twoOfOne(request);
  await signIn(page, ADMIN);
  await page.goto(ricUrl(`/manage-customer/${older}`));
  await page.getByRole('button', { name: 'Merge ...' }).click();
  const list = page.getByRole('dialog', { name: 'Merge with which customer?' });
  await expect(list.getByLabel('Filter by Last Name')).toBeFocused();
  await page.keyboard.type(name);
  await page.keyboard.press('Enter');
  await list.getByRole('button', { name: `Select Billie ${name}` }).click();
  const dialog = dialogOf(page);
  await dialog.getByRole('radio', { name: `Billie ${name} goes` }).check();
  const press = dialog.getByRole('button', { name: `Merge customer ${older} into ${younger}` });
  await expect(press).toBeVisible();

  // Another admin merges the two records the other way round.
  const seen = async (id: number) => {
    const { updated_at } = await getFromApi<{ updated_at: string }>(request, `/api/customers/show/${id}`);
    return { id, updated_at };
  };
  const merged = await request.post(ricUrl('/api/customer_merges'), {
    headers: await signInHeaders(request, ADMIN),
    data: { stays: await seen(older), goes: await seen(younger), taken: [] },
  });
  expect(merged.status()).toBe(200);
  await press.click();
  await expect(dialog.getByRole('alert')).toContainText(
    `merged customer ${younger} into customer ${older} on`,
  );
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  const match = await getFromApi<{ id: number }[]>(request, `/api/customers/match?email=${email}`);
  expect(match.map(({ id }) => id)).toEqual([older]);
});

test('a merge whose answer is lost says that it is not known; pressed again or closed, the page leads to whoever stays', async ({
  page,
  request,
}) => {
  await signIn(page, ADMIN);
  const dialog = dialogOf(page);
  for (const next of ['Enter', 'Escape']) {
    const { older, younger, name } = await twoOfOne(request);
    await page.goto(ricUrl(`/manage-customer/${younger}`));
    await page.getByRole('button', { name: `Compare with Wilhelmina ${name}, customer ${older}` }).click();
    await loseAnswer(page, '/api/customer_merges');
    const merge = dialog.getByRole('button', { name: `Merge customer ${younger} into ${older}` });
    await merge.press('Enter');
    await expect(dialog.getByRole('alert')).toContainText('it is not known whether they were merged');
    await expect(dialog.getByRole('button', { name: 'Try again' })).toHaveCount(0);
    await merge.press(next);
    await page.waitForURL(ricUrl(`/manage-customer/${older}`));
    await expect(page.getByRole('heading', { level: 1 })).toContainText(`Wilhelmina ${name}`);
  }
});

test('an agent is told of no double, and has nothing to merge with', async ({ page, request }) => {
  const { younger } = await twoOfOne(request);
  await signIn(page, AGENT);
  const asked: string[] = [];
  page.on('request', (sent) => asked.push(sent.url()));
  await page.goto(ricUrl(`/manage-customer/${younger}`));
  await expect(page.getByRole('region', { name: 'History' })).toContainText('made it');
  await expect(page.getByRole('button', { name: 'Merge ...' })).toBeHidden();
  expect(asked.filter((url) => url.includes('customer_merges'))).toEqual([]);
});
