/** The topics that screens follow, so that they show the changes of other people; only the server follows `sessions`. */
export const LIVE_TOPICS = [
  'availability',
  'queues',
  'leads',
  'tee_times',
  'notices',
  'turns',
  'sources',
  'staff_message',
  'webhooks',
  'imports',
  'saved_views',
  'sessions',
] as const;
export type LiveTopic = (typeof LIVE_TOPICS)[number];

export const isLiveTopic = (text: string): text is LiveTopic => LIVE_TOPICS.some((topic) => topic === text);
