import pg from 'pg';

/**
 * A connection to a pooler, which lends a server's session for one transaction at a time. It accepts few of a session's
 * start settings, and keeps those for whichever session it lends; each transaction sets the others itself.
 */
export class PooledClient extends pg.Client {
  readonly #name: string | undefined;

  constructor(config?: pg.ClientConfig) {
    super(config);
    this.#name = config?.application_name;
  }

  /** The driver calls it, though its types do not declare it. */
  getStartupConf(): Record<string, string | undefined> {
    const { user, database } = this;
    return { user, database, application_name: this.#name, TimeZone: 'UTC', DateStyle: 'ISO' };
  }
}
