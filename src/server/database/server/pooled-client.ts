import pg from 'pg';

/**
 * A connection to a pooler, which lends a server's session for one transaction at a time. It takes few of the settings that a
 * session may begin with, and keeps those for whichever session it lends; the others are told to each transaction.
 */
export class PooledClient extends pg.Client {
  readonly #name: string | undefined;

  constructor(config?: pg.ClientConfig) {
    super(config);
    this.#name = config?.application_name;
  }

  /** Asked by the driver; its types do not say so. */
  getStartupConf(): Record<string, string | undefined> {
    const { user, database } = this;
    return { user, database, application_name: this.#name, TimeZone: 'UTC', DateStyle: 'ISO' };
  }
}
