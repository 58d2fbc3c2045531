"""A stand-in for the push services: Apple's APNs and those of the browsers, on 127.0.0.1."""
