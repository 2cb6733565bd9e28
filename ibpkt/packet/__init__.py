"""One packet: decoded, verified, explained.  It knows declarations, not files, and no other packets."""
