/**
 * Lets React continue after another program in the page, such as a translator, has replaced or wrapped a text node that
 * React made: when React removes such a node or inserts one before it, the browser throws, which would break the whole
 * screen (facebook/react#11538).
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

/**
 * Returns the child of a node that is, or contains, the inner node; null if the inner node is no longer below the parent.
 */
function childAround(parent: Node, inner: Node): Node | null {
  let around: Node | null = inner;
  while (around && around.parentNode !== parent) around = around.parentNode;
  return around;
}
