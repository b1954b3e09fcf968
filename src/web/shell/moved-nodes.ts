/**
 * Lets React go on where another program in the page, a translator say, has replaced or wrapped a text that React made: React takes
 * such a text away or puts something before it, and the browser throws, which takes the whole screen down (facebook/react#11538).
 */
export function tolerateMovedNodes({ prototype }: typeof Node = Node): void {
  const { removeChild, insertBefore } = prototype;
  prototype.removeChild = function removeWhereItIs<T extends Node>(this: Node, child: T): T {
    const there = childAround(this, child);
    if (there) removeChild.call(this, there);
    return child;
  };
  prototype.insertBefore = function insertWhereItIs<T extends Node>(
    this: Node,
    added: T,
    before: Node | null,
  ): T {
    insertBefore.call(this, added, before && childAround(this, before));
    return added;
  };
}

/** Returns the child of a node that is another node or has been put around it; null where it is not below that node any more. */
function childAround(parent: Node, inner: Node): Node | null {
  let around: Node | null = inner;
  while (around && around.parentNode !== parent) around = around.parentNode;
  return around;
}
