/**
 * The quirks: faults that a simulated course can have. A course has a quirk if its id ends in the quirk's name
 * (`19004-blocked`), so that an id with a quirk can be typed on a course's form and survives a restart; tests also
 * set quirks while the simulator runs.
 */
export const COURSE_QUIRKS = {
  limited: 'Answers 429 and asks to stay away for 30 seconds.',
  limited_silent: 'Answers 429 without saying for how long.',
  unavailable: 'Answers 503 and asks to stay away until a date.',
  slow: 'Answers after 12 seconds.',
  hang: 'Never answers.',
  reset: 'Resets the connection.',
  cut: 'Breaks off in the middle of the answer.',
  huge: 'Answers 16 MiB.',
  html: 'Answers a page of HTML with status 200.',
  odd_shape: 'Answers a shape that nobody knows, with a person and a token in it.',
  error_in_200: 'Answers 200 with an error inside.',
  blocked: 'Answers 403 with a challenge page that wants a person.',
  forbidden: 'Answers a plain 403.',
  login_page: 'Answers 200 with a page that wants a person.',
  moved: 'Sends to another host.',
  left: 'Answers 410.',
  closed: 'Has no times on any day.',
  tagged:
    'Sends an ETag with its times, and 304 to who has them already (not Golfswitch, which is asked by POST).',
  only_304: 'Answers 304 to everybody.',
  renamed: 'Calls one of the fields that RIC reads by another name.',
  other_clock: 'Writes its times by another clock than the course has.',
  other_day: 'Answers the times of the day after.',
  skipped_time: 'Offers a time at half past two in the morning too.',
  odd_price: 'Writes a price below 0 in one of its rows.',
  odd_time: 'Writes the time of one of its rows as 24:30, which no clock shows.',
  odd_rows: 'Writes a price below 0 in most of its rows.',
  pairs: 'Takes parties of two and four only.',
  one_class: 'Lists 18 holes only, as a booking class does that sells no nines.',
  one_side: 'Lists the first side only.',
  withdrawn: 'foreUP: the course has not switched RIC on.',
  token_over: 'foreUP, Club Prophet: every token ends after one use.',
  odd_record: 'foreUP: one of its rows does not say how many spots are free.',
  two_sheets: 'foreUP: the facility has two tee sheets.',
  cut_list: 'GolfNow: more times than the 1,200 that it lists.',
  paged: 'GolfNow: lists 25 times at once.',
  moving: 'GolfNow: the list grows while it is paged through.',
  more_rates: 'GolfNow: some rates are left out of the list.',
  old_dates: 'GolfNow: instants as /Date(ms+0000)/.',
  fault: 'Golfswitch: a SOAP fault.',
  no_item: 'Golfswitch: does not know the course, in words within a good answer.',
  left_out: 'Golfswitch: leaves the course out of a good answer.',
  one_time: 'Golfswitch: one time where there are usually several.',
  other_name: 'Golfswitch: calls its times alTime.',
  other_currency: 'Golfswitch: charges in another currency than it shows.',
  on_request: 'Golfswitch: the course confirms by hand.',
  from_tomorrow: 'Golfswitch: today cannot be booked any more.',
  false_none:
    'Club Prophet: says that a day has no times, and has them when it is asked again in a new session.',
  bare_list: 'Club Prophet: a list without an envelope.',
  no_codes: 'Club Prophet: prices whose codes name no holes.',
} satisfies Record<string, string>;

export type CourseQuirk = keyof typeof COURSE_QUIRKS;
export const isCourseQuirk = (name: string): name is CourseQuirk => Object.hasOwn(COURSE_QUIRKS, name);
