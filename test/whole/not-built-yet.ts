/** Calls of the specification that later work builds: strike off what is built. */
export const NOT_BUILT_YET: string[] = [
  'GET /api/gift_certificates/summary/{isMonthly}/{date}',
  'POST /api/summary/agent_leaderboard',
  'GET /api/tee_times/summary/{isMonthly}/{date}',
];
