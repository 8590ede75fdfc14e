let draining = false;

/** From here on `/readyz` says no, so that a load balancer sends nobody here. */
export function startDraining(): void {
  draining = true;
}

export function isDraining(): boolean {
  return draining;
}
