/** Calls of the specification that later work builds: strike off what is built. */
export const NOT_BUILT_YET: string[] = [];
