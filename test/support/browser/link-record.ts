import { expect, onTestFinished } from 'vitest';
import { HelpfulLink, helpfulLinks } from '../../../src/areas/helpful-links/helpful-links.contract.ts';
import type { RecordFormValues } from '../../../src/contract/forms/record.ts';
import { onConfirmQuestion, type ConfirmQuestion } from '../../../src/web/leaving/ask.ts';
import { useRecordId } from '../../../src/web/navigation/params.ts';
import { useRecord, type RecordSettings } from '../../../src/web/records/useRecord.ts';
import { sendCall } from '../../../src/web/sending/send.ts';
import { renderHook } from './render-hook.tsx';
import { LINK } from './staff.ts';

type LinkValues = RecordFormValues<typeof HelpfulLink>;

export const LINK_PATH = `/helpful-link/${LINK.id}`;
export const NEW_PATH = '/helpful-link/new';
export const LIST_PATH = '/helpful-links';

/** Opens the record of a helpful link, with the settings of its screen and those given. */
export const openLink = (at: string, settings: Partial<RecordSettings<LinkValues>> = {}) =>
  renderHook(
    () =>
      useRecord<LinkValues>({
        id: useRecordId(),
        load: (id) => sendCall(helpfulLinks.show, { params: { id } }),
        blank: () => HelpfulLink.blank(),
        create: (helpful_link, options) => sendCall(helpfulLinks.create, { body: { helpful_link } }, options),
        update: (id, helpful_link) => sendCall(helpfulLinks.update, { body: { id, helpful_link } }),
        remove: (id) => sendCall(helpfulLinks.remove, { params: { id } }),
        pathOf: (id) => `/helpful-link/${id}`,
        listPath: LIST_PATH,
        ...settings,
      }),
    { at, path: '/helpful-link/$id' },
  );

export type OpenedLink = Awaited<ReturnType<typeof openLink>>;

/** Types a description into an opened link. */
export async function typeDescription(link: OpenedLink, description: string): Promise<void> {
  link.now().field('description').change(description);
  await expect.poll(() => link.now().field('description').value).toBe(description);
}

/** Opens the saved link, which the server must answer, and types a description into it. */
export async function editLink(description: string, settings: Partial<RecordSettings<LinkValues>> = {}) {
  const link = await openLink(LINK_PATH, settings);
  await expect.poll(() => link.now().values).toEqual(LINK);
  link.now().edit();
  await expect.poll(() => link.now().editing).toBe(true);
  await typeDescription(link, description);
  return link;
}

/** The drafts of this tab, by their paths. */
export const drafts = (): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(sessionStorage)
      .filter(([key]) => key.startsWith('draft:'))
      .map(([key, text]) => [key.slice('draft:'.length), JSON.parse(String(text))]),
  );

/** Answers the questions to the person in this order, and every further one with no; returns the questions. */
export function answerQuestions(...answers: boolean[]): ConfirmQuestion[] {
  const asked: ConfirmQuestion[] = [];
  onConfirmQuestion(({ answer, ...question }) => {
    asked.push(question);
    answer(answers.shift() ?? false);
  });
  onTestFinished(() => onConfirmQuestion(null));
  return asked;
}
